import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { type LeadRow, openLeadStages } from '@kabao/contract/crm/lead-row'
import { exactTotal } from '@kabao/contract/kernel/kernel'
import { useRef, useState } from 'react'
import { queries, send, useParts, useWords } from '#kit'
import type { BoardNotice } from '#kit/board/board.tsx'
import { messageOf } from '#kit/call/send.ts'
import type { LeadAct } from '../../lead/acts.ts'
import { useLeadName } from '../../lead/lead-name.ts'

export const boardStages = [...openLeadStages, 'converted'] as const
export type BoardStage = (typeof boardStages)[number]
type Query = Readonly<Record<string, unknown>>

/** The cards of one stage, as far as they have been read. */
function useColumn(stage: BoardStage, query: Query) {
  const { stage: _stage, sort: _sort, ...filters } = query
  const { data, hasNextPage, isFetching, fetchNextPage } = useParts(leadCalls.board, {
    params: {},
    body: { ...filters, stage },
    from: 'after',
  })
  const total = data?.pages[0]?.total ?? undefined
  return {
    stage,
    cards: data?.pages.flatMap(({ cards }) => cards) ?? [],
    total,
    isLoading: isFetching,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}

/**
 * The columns of the board. A moved card is in its new column at once; if the service refuses, it is back where it was.
 * @param ask opens the dialog of an act, which asks for a reason
 */
export function useBoard(query: Query, ask: (act: LeadAct, lead: LeadRow, onDone?: () => void) => void) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const nameOf = useLeadName()
  const [moved, setMoved] = useState<Readonly<Record<string, { lead: LeadRow; to: BoardStage }>>>({})
  const [notice, setNotice] = useState<BoardNotice | null>(null)
  /** The last move of each card that is not settled yet. */
  const moves = useRef(new Map<string, Promise<unknown>>())
  const read = [
    useColumn('new', query),
    useColumn('contacted', query),
    useColumn('interested', query),
    useColumn('applied', query),
    useColumn('converted', query),
  ]
  const columns = read.map((column) => {
    const stays = column.cards.filter(({ id }) => (moved[id]?.to ?? column.stage) === column.stage)
    const come = Object.values(moved).filter(
      ({ lead, to }) => to === column.stage && column.cards.every(({ id }) => id !== lead.id),
    )
    const left = column.cards.length - stays.length
    const total = column.total === undefined ? undefined : column.total - left + come.length
    return {
      ...column,
      cards: [...come.map(({ lead, to }) => ({ ...lead, stage: to })), ...stays],
      total: total === undefined ? undefined : Math.min(total, exactTotal),
      isAtLeast: total !== undefined && total > exactTotal,
    }
  })
  const settle = (id: string) => setMoved(({ [id]: _settled, ...others }) => others)

  const move = (lead: LeadRow, to: BoardStage, isUndo = false) => {
    const from = lead.stage
    const words = (stage: LeadRow['stage']) => ({ name: nameOf(lead), stage: t(`stage.${stage}`) })
    if (to === 'converted')
      return ask('convert', lead, () => setNotice({ text: own.t('board.final', words(to)) }))
    const back = openLeadStages.find((stage) => stage === from)
    const done = () =>
      setNotice(
        isUndo
          ? { text: own.t('board.undone', words(to)) }
          : {
              text: own.t('board.dropped', words(to)),
              undo: back && (() => move({ ...lead, stage: to }, back, true)),
            },
      )
    setNotice(null)
    setMoved((before) => ({ ...before, [lead.id]: { lead, to } }))
    // The service keeps the stage that it gets last, so a card is moved again only after its earlier move was answered.
    const sent = (moves.current.get(lead.id) ?? Promise.resolve()).then(() =>
      send(leadCalls.setStage, { params: { id: lead.id }, body: { stage: to }, quiet: true }).then(
        done,
        (error: unknown) => {
          if (isLast()) settle(lead.id)
          const why = messageOf(error)
          setNotice({ text: own.t(isUndo ? 'board.notUndone' : 'board.refused', { ...words(from), why }) })
        },
      ),
    )
    const isLast = () => moves.current.get(lead.id) === sent
    moves.current.set(lead.id, sent)
    void sent
      .then(() =>
        queries.invalidateQueries({
          predicate: ({ queryKey: [area] }) => leadCalls.setStage.affects.includes(area as string),
        }),
      )
      .finally(() => {
        // A later move decides where the card is.
        if (!isLast()) return
        moves.current.delete(lead.id)
        settle(lead.id)
      })
  }
  return { columns, move, notice }
}
