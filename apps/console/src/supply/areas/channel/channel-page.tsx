import type { ChannelRow } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { Page, StateChoice, useColumns, useReveal, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { ImportButton } from '#kit/import/import-button.tsx'
import { partnerAddress } from '#partners'
import { columns, uvColumns } from './columns.tsx'
import { ChannelFilters } from './filters.tsx'
import type { ChannelList } from './lists.ts'

const CheckKeyButton = lazy(() => import('#partners/check-key/check-key-button.tsx'))
const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

const hasContact = ({ contactName, contactPhone }: ChannelRow) => contactName !== '' || contactPhone !== ''

/** One of the two lists of channels. */
export function ChannelPage({ of }: { of: ChannelList }) {
  const { calls, machine, name } = of
  const { t } = useWords(channelWords)
  const navigate = useNavigate()
  const revealing = useReveal(calls.reveal)
  const entries = useEntries(of, channelWords, {
    more: [
      {
        key: 'reveal',
        use: calls.reveal,
        label: t('action.reveal'),
        when: hasContact,
        run: ({ id }) => revealing.reveal(id),
      },
      {
        key: 'requests',
        use: calls.requests,
        label: t('action.requests'),
        run: ({ id }) => void navigate(partnerAddress('Channel', of, id)('Requests')),
      },
    ],
  })
  const { filters, panel, form } = entries
  return (
    <Page
      title={t(`title.${name}`)}
      actions={
        <>
          <Suspense>
            <CheckKeyButton />
          </Suspense>
          <ImportButton into={of.into} />
          <AddButton use={calls.create} onClick={entries.add}>
            {t(`add.${name}`)}
          </AddButton>
        </>
      }
    >
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <ChannelFilters of={of} filters={filters} />
      <EntryTable
        of={entries}
        columns={useColumns(channelWords, name === 'channelUv' ? uvColumns : columns, revealing)}
        label={t(`title.${name}`)}
      />
      <Suspense>{panel && <DetailPanel of={of} {...panel} />}</Suspense>
      <Suspense>{form && <EntryDialog of={of} {...form} />}</Suspense>
    </Page>
  )
}
