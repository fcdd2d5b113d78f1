import { poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { poolLinkMachine } from '@kabao/contract/payment/pool-link-machine'
import { memo, type ReactNode } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { StatedList } from '#kit/machine/stated-list.tsx'
import { LinkImport } from './link-import.tsx'
import { linkList } from './list.tsx'

/** The links of the pool by state. @param tabs the other list of the page */
export const LinksPage = memo(function LinksPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords(poolLinkWords)
  const { list, filters } = useList(poolLink.page)
  return (
    <Page title={t('title')} actions={<LinkImport />}>
      {tabs}
      <StateChoice label={t('tabs')} machine={poolLinkMachine} counts={poolLink.counts} filters={filters} />
      <StatedList of={linkList} list={list} filters={filters} />
    </Page>
  )
})
