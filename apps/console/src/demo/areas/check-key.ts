import { checkKey as area, type CheckKeyRow } from '@kabao/contract/partners/check-key'
import { refusal } from '../respond.ts'
import { special } from '../special.ts'

const keyIn = (slot: CheckKeyRow['slot'], id: string, createdBy: string | null): CheckKeyRow => ({
  id,
  slot,
  createdBy,
  createdAt: new Date().toISOString(),
  usersLeft: 0,
  blacklistLeft: 0,
})
let lastId = 1
let keys = [keyIn('a', '1', null)]

/** The check keys of the demo; nothing is hashed with them. */
export const checkKey = special(area, {
  count: 0,
  calls: {
    list: () => keys,
    reveal: (call) => {
      if (!keys.some(({ id }) => id === call.params.id)) throw refusal('notFound', call)
      return { value: `ckey_demo_${call.params.id}` }
    },
    add: (call) => {
      if (keys.length > 1) throw refusal('conflict', call)
      const added = keyIn(keys[0]?.slot === 'a' ? 'b' : 'a', String(++lastId), null)
      keys = [...keys, added].toSorted((one, other) => one.slot.localeCompare(other.slot))
      return added
    },
    end: (call) => {
      if (!keys.some(({ id }) => id === call.params.id)) throw refusal('notFound', call)
      if (keys.length === 1) throw refusal('conflict', call)
      keys = keys.filter(({ id }) => id !== call.params.id)
      return null
    },
  },
})
