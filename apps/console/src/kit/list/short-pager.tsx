import { listWords } from '@kabao/contract/kernel/list.words'
import { ActionIcon } from '../controls/action-icon.ts'
import { IconChevronLeft, IconChevronRight } from '../icons.ts'
import { useWords } from '../words/words.ts'
import classes from './short-pager.module.css'

/** Turns the pages of a short list inside details; nothing if there is one page. */
export function ShortPager({ current, last, onTurn }: ShortPagerProps) {
  const { t } = useWords(listWords)
  if (last <= 1) return null
  const turn = (key: 'previous' | 'next', to: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      aria-label={t(`page.${key}`)}
      disabled={to < 1 || to > last}
      onClick={() => onTurn(to)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className={classes.pager} aria-label={t('page.label')}>
      {turn('previous', current - 1, IconChevronLeft)}
      <span role="status">{t('page.of', { current, last })}</span>
      {turn('next', current + 1, IconChevronRight)}
    </nav>
  )
}

interface ShortPagerProps {
  current: number
  last: number
  onTurn: (page: number) => void
}
