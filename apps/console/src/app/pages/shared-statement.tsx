import { frameWords } from '@kabao/contract/app/frame.words'
import { statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { useLocation } from 'react-router'
import {
  AnswersProvider,
  Button,
  Failure,
  formatInstant,
  message,
  Refusal,
  Skeleton,
  useAnswer,
  useWords,
} from '#kit'
import { savePosted } from '#kit/file/save-answer.ts'
import { StatementSheet } from '#ledger'
import { LanguageSwitch } from '../account/language-switch.tsx'
import { Logo } from '../account/logo.tsx'
import classes from './shared-statement.module.css'

/** A statement that was sent as a link: it opens without signing in. The token is behind the `#`, which browsers send to no server. */
export default function SharedStatement() {
  return (
    // That of the frame, in which pages with a session are.
    <AnswersProvider>
      <Shared />
    </AnswersProvider>
  )
}

function Shared() {
  const { t, language } = useWords(statementWords)
  const { t: frame } = useWords(frameWords)
  const token = useLocation().hash.slice(1)
  const { data, error, refetch } = useAnswer(
    statement.open,
    { body: { token } },
    // Each request is counted as an opening.
    { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: false, meta: { isSilent: true } },
  )
  const save = () =>
    savePosted(statement.file, { token }).catch((failure: unknown) =>
      message.error(failure instanceof Error ? failure.message : String(failure)),
    )
  const isGone = error instanceof Refusal && error.code !== '4290' && error.code !== '5000'
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Logo size={32} />
        <span className={classes.product}>{frame('title')}</span>
        <LanguageSwitch />
      </header>
      <main className={classes.main}>
        {isGone && (
          <>
            <h1 className={classes.title}>{t('shared.gone')}</h1>
            <p>{t('shared.goneText')}</p>
          </>
        )}
        {error && !isGone && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton count={8} />}
        {data && (
          <>
            <div className={classes.tools}>
              <Button variant="default" onClick={() => window.print()}>
                {t('action.print')}
              </Button>
              <Button variant="default" onClick={() => void save()}>
                {t('action.download')}
              </Button>
              <span className={classes.note}>
                {t('shared.until', { at: formatInstant(data.expiresAt, language) })}
              </span>
            </div>
            <StatementSheet sheet={data.statement} />
          </>
        )}
      </main>
    </div>
  )
}
