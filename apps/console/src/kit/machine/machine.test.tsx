import { areas } from '@kabao/contract/app/areas'
import { machines } from '@kabao/contract/app/machines'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { isPossible, type Machine, statesOf } from '@kabao/contract/kernel/machine'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderAt, signIn } from '#test/render.tsx'
import { ActButtons } from './act-buttons.tsx'
import { StateBadge } from './state-badge.tsx'
import { useActs } from './use-acts.ts'

/* Tests every machine of the contract by its table: a newly declared machine needs no line here. */

let given: { machine: Machine; calls: Record<string, Endpoint>; state: string }

/** The fields by which a question names the money that moves. */
const moneyOf = ({ moves }: Machine): object =>
  moves
    ? Object.fromEntries([...moves.whose.flat().map((field) => [field, `the ${field}`]), [moves.fen, 123_45]])
    : {}

function Page() {
  const { machine, calls, state } = given
  const row = { id: '11', status: state, version: 3, ...moneyOf(machine) }
  const acts = useActs(machine, calls, row)
  return (
    <>
      <StateBadge of={machine} state={state} />
      <ActButtons acts={acts} />
    </>
  )
}

describe.each((machines as readonly Machine[]).map((machine) => ({ name: machine.name, machine })))(
  '$name',
  ({ machine }) => {
    const calls = (areas as unknown as Record<string, Record<string, Endpoint>>)[machine.name] ?? {}
    const acts = Object.keys(machine.acts)
    const labelOf = (act: string) => machine.acts[act]?.button[0]
    const pointOf = (act: string) => calls[act]?.point as string
    const show = async (state: string, held: string[]) => {
      signIn(...held.map(pointOf))
      given = { machine, calls, state }
      const shown = await renderAt('/', [{ path: '/', Component: Page }])
      await screen.findByText(machine.states[state]?.words[0] as string)
      return shown
    }
    const offered = () => screen.queryAllByRole('button').map((button) => button.textContent)

    test.each(statesOf(machine).map((state) => ({ state: state as string })))(
      'in the state $state exactly the acts are offered that it and the points allow',
      async ({ state }) => {
        const possible = acts.filter((act) => isPossible(machine, act, state))
        await show(state, acts)
        expect(offered()).toEqual(possible.map(labelOf))
        for (const act of possible) {
          cleanup()
          await show(state, [act])
          // Acts of a review share a point.
          const sharing = possible.filter((other) => pointOf(other) === pointOf(act))
          expect(offered()).toEqual(sharing.map(labelOf))
        }
        cleanup()
        await show(state, [])
        expect(offered()).toEqual([])
      },
    )

    const asking = acts.filter((act) => machine.acts[act]?.question)
    test.each(asking.map((act) => ({ act })))('$act asks for confirmation first', async ({ act }) => {
      const { user } = await show(machine.acts[act]?.from[0] as string, [act])
      await user.click(screen.getByRole('button', { name: labelOf(act) as string }))
      const dialog = await screen.findByRole('alertdialog')
      within(dialog).getByText(machine.acts[act]?.question?.title[0] as string)
      for (const field of machine.moves?.whose.flat() ?? [])
        expect(dialog.textContent).toContain(`the ${field}`)
      if (machine.moves) expect(dialog.textContent).toContain('¥123.45')
      // A question stays open from one page to the next, and so from one test to the next.
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    })
  },
)
