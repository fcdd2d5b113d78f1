import type { ChannelRow } from '@kabao/contract/channel'
import { channelWords } from '@kabao/contract/channel.words'
import { lazy, Suspense } from 'react'
import { Button, Can, IconPlus, Page, useEntryDialog, useWords } from '#kit'
import { ImportButton } from '#kit/import/import-button.tsx'
import { ChannelTable } from './list.tsx'
import type { ChannelList } from './lists.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of channels. */
export function ChannelPage({ of }: { of: ChannelList }) {
  const { t } = useWords(channelWords)
  const dialog = useEntryDialog<Pick<ChannelRow, 'id'>>()

  return (
    <Page
      breadcrumb={['menu.channel', of.title]}
      title={t(`title.${of.name}`)}
      actions={
        <>
          <ImportButton into={of.into} />
          <Can use={of.calls.create}>
            <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={dialog.add}>
              {t(`add.${of.name}`)}
            </Button>
          </Can>
        </>
      }
    >
      <ChannelTable of={of} onEdit={dialog.edit} onCopy={dialog.copy} />
      <Suspense>
        {dialog.opened && <EntryDialog of={of} {...dialog.opened} onClose={dialog.close} />}
      </Suspense>
    </Page>
  )
}
