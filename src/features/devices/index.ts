import { type Cookie, Elysia } from 'elysia'
import { readMember } from '../../household/member-profile'
import type { Principal } from '../../identity/authenticate'
import { endDevice, readDevicesOf } from '../../identity/devices/devices'
import { admin, session } from '../../identity/guards'
import { endAllSessions } from '../../identity/session-version'
import { signOut } from '../../identity/sign-out'
import type { Context } from '../../platform/context'
import { answers } from '../../platform/http-answers'
import { notFound } from '../../platform/http-errors'
import { ID, IdPath, OK } from '../../platform/http-schema'
import { DEVICES, DeviceOfMemberPath } from './model'
import { presentDevice } from './present'

/** Where members stay signed in: their own devices, and anybody's for administrators. */
export const devices = (ctx: Context) => new Elysia({ name: 'devices' }).use(ownDevices(ctx)).use(devicesOfMembers(ctx))

const ownDevices = (ctx: Context) =>
  new Elysia({ prefix: '/api/me/devices' })
    .use(session(ctx))
    .get('', ({ principal }) => list(ctx, principal.memberId, principal), {
      detail: answers(200, DEVICES, 'Where the caller stays signed in, the device used last first'),
    })
    .delete(
      '/:id',
      async ({ params: { id }, principal, request, cookie }) => {
        await end(ctx, principal.memberId, id, { principal, request, cookie })
        return { id }
      },
      { params: IdPath, detail: answers(200, ID, 'Signs one of the own devices out', 400, 404) },
    )
    .delete('', ({ principal, request, cookie }) => endAll(ctx, principal.memberId, { principal, request, cookie }), {
      detail: answers(200, OK, 'Ends every session of the caller, this one too'),
    })

const devicesOfMembers = (ctx: Context) =>
  new Elysia({ prefix: '/api/admin/members/:id/devices' })
    .use(admin(ctx))
    .get(
      '',
      async ({ params: { id }, principal }) => {
        if ((await readMember(ctx, id)) === null) throw notFound()
        return list(ctx, id, principal)
      },
      { params: IdPath, detail: answers(200, DEVICES, 'Where a member stays signed in', 400, 404) },
    )
    .delete(
      '/:deviceId',
      async ({ params: { id, deviceId }, principal, request, cookie }) => {
        await end(ctx, id, deviceId, { principal, request, cookie })
        return { id: deviceId }
      },
      { params: DeviceOfMemberPath, detail: answers(200, ID, 'Signs a device of a member out', 400, 404) },
    )
    .delete('', ({ params: { id }, principal, request, cookie }) => endAll(ctx, id, { principal, request, cookie }), {
      params: IdPath,
      detail: answers(200, OK, 'Ends every session of a member, remembered or not', 400, 404),
    })

interface Asked {
  principal: Principal
  request: Request
  cookie: Record<string, Cookie<unknown>>
}

async function list(ctx: Context, memberId: number, { deviceId }: Principal): Promise<typeof DEVICES.static> {
  const found = await readDevicesOf(ctx, memberId)
  return { devices: found.map((device) => presentDevice(device, deviceId)) }
}

/** Signs a device out; the browser that asks with it, too. */
async function end(ctx: Context, memberId: number, deviceId: number, { principal, request, cookie }: Asked) {
  await endDevice(ctx, memberId, deviceId)
  if (deviceId === principal.deviceId) await signOut(ctx, request, cookie)
}

async function endAll(ctx: Context, memberId: number, { principal, request, cookie }: Asked) {
  await endAllSessions(ctx, memberId)
  if (memberId === principal.memberId) await signOut(ctx, request, cookie)
  return { ok: true }
}
