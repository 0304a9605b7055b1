import type { Item } from '../../../../src/features/lists/model'
import type { ListWrite } from '../../../../web/src/lists/writes/write'

/** The lists that a device works on, by what is done to them. */
export interface DeviceLists {
  plain: number
  /** Where what is ticked on the plain one is moved to, and back. */
  other: number
  /** Where lines are read, and become part of what stands there. */
  shopping: number
  chores: number
}

export interface Start {
  kind: 'start'
  member: number
  lists: DeviceLists
  /** Where its random numbers begin. */
  seed: number
  /** Since when its clock runs fast, in epoch milliseconds. */
  clockFrom: number
  /** What its disk holds. */
  disk: readonly [key: string, value: unknown][]
}

export type ToDevice =
  | Start
  /** `status` 0: none came. */
  | { kind: 'answer'; id: number; status: number; body: string }
  | { kind: 'operate'; count: number }
  /** The live stream tells that a list has changed. */
  | { kind: 'news'; listId: number }
  /** Once nothing waits any more. */
  | { kind: 'show' }

export interface DeviceRequest {
  kind: 'request'
  id: number
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

export type FromDevice =
  | DeviceRequest
  | { kind: 'disk'; key: string; value: unknown }
  /** The ids of all its writes. */
  | { kind: 'operated'; writes: readonly string[] }
  | { kind: 'shown'; items: [listId: number, Item[]][]; left: readonly ListWrite[] }
