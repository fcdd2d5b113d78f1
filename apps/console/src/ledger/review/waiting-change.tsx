import { pathOfPage } from '@kabao/contract/app/menu'
import { type ChangeKind, changeRequest } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { Link } from 'react-router'
import { Anchor } from '#kit/controls/anchor.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import classes from './review.module.css'

/** Says that a change of what is shown waits for a review, with the way there for whoever may see it. */
export function WaitingChange({ kind, targetId }: { kind: ChangeKind; targetId: string }) {
  const { t } = useWords(changeRequestWords)
  return (
    <p className={classes.own} role="status">
      {t('waits')}{' '}
      <Can use={changeRequest.page}>
        <Anchor
          component={Link}
          to={`${pathOfPage('FinanceChangeList')}?kind=${kind}&targetId=${targetId}&status=pending`}
        >
          {t('see')}
        </Anchor>
      </Can>
    </p>
  )
}
