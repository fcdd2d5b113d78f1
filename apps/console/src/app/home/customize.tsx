import { homeWords } from '@kabao/contract/statistics/home.words'
import { lazy, Suspense } from 'react'
import { Button, IconLayoutGrid, Popover, useWords } from '#kit'
import { useUnseen } from './cards.ts'
import type { Layout } from './use-layout.ts'

const Settings = lazy(() => import('#kit/list/column-settings.tsx'))

/** Which cards are shown, and their order. */
export function Customize({ layout }: { layout: Layout }) {
  const { t } = useWords(homeWords)
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconLayoutGrid size={16} aria-hidden />}>
          {t('customize')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('customize')} p={0}>
        <Suspense>
          <List layout={layout} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function List({ layout }: { layout: Layout }) {
  const { t } = useWords(homeWords)
  const unseen = useUnseen()
  const order = layout.order.filter((card) => !unseen.has(card))
  return (
    <Settings
      columns={order.map((key) => ({ key, title: t(`card.${key}`) }))}
      arrangement={{ ...layout, order }}
      hint={t('customizeHint')}
      mayHideAll
    />
  )
}
