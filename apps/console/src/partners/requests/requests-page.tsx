import type { OpenCaller } from '@kabao/contract/intake/kernel'
import type { OpenRequestCalls, OpenRequestRow } from '@kabao/contract/partners/open-request'
import { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { useColumns } from '#kit/columns/use-columns.ts'
import { useRowActions } from '#kit/crud/use-row-actions.ts'
import { useOpen } from '#kit/detail/use-open.ts'
import { DateRangeField, SelectField } from '#kit/form/index.ts'
import { DataTable } from '#kit/list/data-table.tsx'
import { FilterBar } from '#kit/list/filter-bar.tsx'
import { Pager } from '#kit/list/pager.tsx'
import { TextFilter } from '#kit/list/text-filter.tsx'
import { useList } from '#kit/list/use-list.ts'
import { Page, type PageProps } from '#kit/page/page.tsx'
import { useWords } from '#kit/words/words.ts'
import { callOptions } from './call-names.ts'
import { requestColumns } from './request-columns.ts'

const RequestPanel = lazy(() => import('./request-panel.tsx'))

export interface PartnerPageProps extends Pick<PageProps, 'breadcrumb'> {
  calls: OpenRequestCalls
  caller: OpenCaller
  /** The id of the partner. */
  id: string
  /** The other pages about it. */
  tabs: ReactNode
}

/** What a partner sent to the open API, masked, with the answers. */
export function RequestsPage({ calls, caller, id, tabs, breadcrumb }: PartnerPageProps) {
  const { t, language } = useWords(partnerRequestWords)
  const params = useMemo(() => ({ id }), [id])
  const { list, filters } = useList(calls.requests, { params })
  const { id: opened, open, turnTo, close } = useOpen()
  const onOpen = useCallback((row: OpenRequestRow) => open(row.id), [open])
  const actions = useRowActions<OpenRequestRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  const options = useMemo(() => callOptions(caller, language), [caller, language])
  return (
    <Page breadcrumb={breadcrumb} title={t('title')}>
      {tabs}
      <FilterBar
        filters={filters}
        more={<TextFilter label={t('field.key')} placeholder={t('hint.key')} {...filters.filter('key')} />}
      >
        <SelectField label={t('field.call')} options={options} {...filters.filter('call')} />
        <SelectField
          label={t('field.result')}
          options={(['answered', 'refused'] as const).map((value) => ({
            value,
            label: t(`result.${value}`),
          }))}
          {...filters.filter('result')}
        />
        <TextFilter label={t('field.code')} placeholder={t('hint.code')} {...filters.filter('code')} />
        <DateRangeField label={t('field.at')} {...filters.range('from', 'to')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(partnerRequestWords, requestColumns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
      />
      <Pager list={list} />
      <Suspense>
        {opened !== null && (
          <RequestPanel
            calls={calls}
            partnerId={id}
            id={opened}
            rows={list.rows}
            onTurn={turnTo}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  )
}
