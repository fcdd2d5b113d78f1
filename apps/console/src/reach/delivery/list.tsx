import type { ReachDelivery } from '@kabao/contract/reach/delivery'
import { type DeliveryState, deliveryReasons, deliveryStates } from '@kabao/contract/reach/event'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import {
  Can,
  ConfirmButton,
  DataTable,
  DateRangeField,
  FilterBar,
  type ListFilters,
  message,
  optionsOf,
  Pager,
  SelectField,
  type Selection,
  SelectionBar,
  StatusTabs,
  TextFilter,
  useAnswer,
  useColumns,
  useList,
  useOpen,
  usePermission,
  useRowActions,
  useSelection,
  useSend,
  useWords,
} from '#kit'
import type { HookCalls, HookKind, HookOwner, ManyCalls } from '../hooks.ts'
import { deliveryColumns, eventText } from './columns.tsx'
import { useAgain } from './use-again.ts'

const DeliveryPanel = lazy(() => import('./panel.tsx'))

interface ListProps {
  of: HookKind
  owner: HookOwner
}

/** The view stays when the details close. */
const noParts: readonly string[] = []
const isDead = ({ state }: Readonly<Record<string, unknown>>) => state === undefined || state === 'dead'

/** What was delivered to the targets of an owner, or of all. */
export default function DeliveryList({ of, owner }: ListProps) {
  const { t } = useWords(reachPageWords)
  const { calls, name, many } = of
  const { channelId, orgId } = owner
  // The address of the page names its owner as `id`, which is no filter.
  const { list, filters } = useList(calls.deliveries, {
    fixed: Object.assign({ id: undefined }, channelId && { channelId }, orgId && { orgId }),
  })
  const { id, open, turnTo, close } = useOpen(noParts)
  const selection = useSelection(filters)
  const mayRepeat = usePermission(many?.againMany ?? calls.again) && many !== undefined
  const again = useAgain(of)
  const onOpen = useCallback((row: ReachDelivery) => open(row.id), [open])
  const actions = useRowActions<ReachDelivery>([
    { key: 'open', label: t('action.open'), run: onOpen },
    { key: 'again', use: calls.again, label: t('action.again'), when: isDead, run: again },
  ])
  const bar = useMemo(() => {
    if (!many || name === 'notice') return null
    const act = {
      name: `${name}.again` as const,
      count: many.againCount,
      use: many.againMatching,
      isOffered: isDead,
    }
    return (
      <SelectionBar selection={selection} all={{ list, acts: [act] }}>
        <AgainSelected use={many.againMany} selection={selection} />
      </SelectionBar>
    )
  }, [selection, list, many, name])
  const isOwned = channelId !== undefined || orgId !== undefined
  const columns = useMemo(() => deliveryColumns(of, isOwned), [of, isOwned])
  return (
    <>
      <Filters of={of} owner={owner} filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(reachWords, columns)}
        label={t('views.deliveries')}
        selection={mayRepeat ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
      >
        {bar}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && <DeliveryPanel of={of} id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
}

function Filters({ of, owner, filters }: ListProps & { filters: ListFilters<HookCalls['deliveries']> }) {
  const { t } = useWords(reachPageWords)
  const reach = useWords(reachWords)
  const { data: targets } = useAnswer(of.calls.page, { body: Object.assign({ size: 200 }, owner) })
  const tabs = useMemo(
    () => [
      { value: 'all' as const, label: t('all') },
      ...deliveryStates.map((value) => ({ value, label: reach.t(`state.${value}`) })),
    ],
    [t, reach.t],
  )
  const { state = 'all', targetId } = filters.applied as { state?: DeliveryState; targetId?: string }
  const known = (targets?.records ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // A deleted target that the address names stays visible.
  const options =
    targetId === undefined || known.some(({ value }) => value === targetId)
      ? known
      : [...known, { value: targetId, label: t('deleted', { id: targetId }) }]
  return (
    <>
      <StatusTabs
        label={t('states')}
        tabs={tabs}
        value={state}
        onChange={(value) => filters.set({ state: value === 'all' ? undefined : value })}
      />
      <FilterBar filters={filters}>
        <SelectField
          label={reach.t('delivery.field.targetName')}
          options={options}
          {...filters.filter('targetId')}
        />
        <SelectField
          label={reach.t('delivery.field.event')}
          options={optionsOf(of.events, of.textOf ?? eventText)}
          {...filters.filter('event')}
        />
        <SelectField
          label={reach.t('delivery.field.reason')}
          options={optionsOf(deliveryReasons, (reason) => reach.t(`reason.${reason}`))}
          {...filters.filter('reason')}
        />
        {of.name !== 'notice' && (
          <TextFilter label={reach.t('delivery.field.userId')} {...filters.filter('userId')} />
        )}
        <DateRangeField
          label={reach.t('delivery.field.createdAt')}
          {...filters.range('createdFrom', 'createdTo')}
        />
      </FilterBar>
    </>
  )
}

function AgainSelected({ use, selection }: { use: ManyCalls['againMany']; selection: Selection }) {
  const { t } = useWords(reachPageWords)
  const { mutateAsync } = useSend(use)
  const run = async (key: string) => {
    const { done, others } = await mutateAsync({ body: { ids: [...selection.ids] }, key })
    selection.clear()
    if (others === 0) message.success(t('again.doneMany', { count: done }))
    else message.info(t('again.doneSome', { count: done, others }), 6000)
  }
  return (
    <Can use={use}>
      <ConfirmButton
        question={{
          title: t('again.titleMany', { count: selection.ids.length }),
          text: t('again.textMany'),
          action: t('action.again'),
          run,
        }}
      >
        {t('action.again')}
      </ConfirmButton>
    </Can>
  )
}
