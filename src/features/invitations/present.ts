import type { invitations } from '../../platform/db/schema'
import type { Invitation } from './model'

export function presentInvitation({
  id,
  displayName,
  createdAt,
  expiresAt,
  usedAt,
}: typeof invitations.$inferSelect): Invitation {
  return {
    id,
    displayName,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }
}
