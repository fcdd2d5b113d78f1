import type { ComparedSignature } from '@kabao/contract/partners/open-request'
import { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import {
  clockSeconds,
  noncePattern,
  type SignatureFault,
  signatureFaults,
  signedLines,
} from '@kabao/contract/partners/signature'
import type { ReactNode } from 'react'
import { Badge } from '#kit/controls/badge.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { Fact, Facts } from '#kit/detail/facts.tsx'
import { Section } from '#kit/detail/section.tsx'
import { formatNumber } from '#kit/format.ts'
import { useWords } from '#kit/words/words.ts'
import classes from './partner.module.css'

interface ComparedProps {
  of: ComparedSignature
  nonce: string
  /** Whether the partner's text was pasted. */
  hasTheirs: boolean
}

/** Which part of a signature is wrong, the text that we would have signed, and where theirs differs. */
export function ComparedView({ of, nonce, hasTheirs }: ComparedProps) {
  const { t, language } = useWords(partnerRequestWords)
  const states = statesOf(of, nonce)
  const off =
    of.secondsOff === null
      ? t('signing.notSeconds')
      : t('signing.off', { count: Math.abs(of.secondsOff), number: formatNumber(of.secondsOff, language) })
  return (
    <div role="status">
      <Facts title={t('signing.result')}>
        {signatureFaults.map((part) => (
          <Fact key={part} label={t(`fault.${part}`)}>
            <Badge color={colors[states[part]]}>{t(`signing.${states[part]}`)}</Badge>
            {part === 'clock' && <> {off}</>}
          </Fact>
        ))}
      </Facts>
      {of.isSigned && (
        <p className={classes.note}>{t(of.fault === null ? 'signing.accepted' : 'signing.stale')}</p>
      )}
      <Section title={t('signing.ours')}>
        <div className={classes.text}>
          <ol className={classes.lines}>
            {of.text.split('\n').map((line, index) => (
              <li key={signedLines[index]} data-marked={of.difference?.lineNumber === index + 1 || undefined}>
                <span className={classes.lineName}>
                  {t('signing.line', {
                    line: index + 1,
                    name: t(`signing.say.${signedLines[index] ?? 'bodyHash'}`),
                  })}
                </span>
                <code>{line === '' ? t('signing.empty') : line}</code>
              </li>
            ))}
          </ol>
          <span className={classes.copy}>
            <CopyButton text={of.text} name={t('signing.ours')} />
          </span>
        </div>
      </Section>
      {hasTheirs && <Difference of={of} isSignatureWrong={states.signature === 'wrong'} />}
    </div>
  )
}

type State = 'right' | 'wrong' | 'unchecked'
const colors: Record<State, string> = { right: 'green', wrong: 'red', unchecked: 'gray' }

/** The service names the first fault only; time and form of the nonce are known here too. */
function statesOf(
  { fault, secondsOff, isSigned }: ComparedSignature,
  nonce: string,
): Record<SignatureFault, State> {
  const isKnown = fault !== 'key'
  const isTimely = secondsOff !== null && Math.abs(secondsOff) <= clockSeconds
  const isNonce = noncePattern.test(nonce)
  const say = (isRight: boolean): State => (isRight ? 'right' : 'wrong')
  return {
    key: say(isKnown),
    clock: say(isTimely),
    nonce: say(isNonce),
    signature: isSigned ? 'right' : isKnown && isNonce && secondsOff !== null ? 'wrong' : 'unchecked',
  }
}

/** The first place where both texts differ, with the rest of the line marked. */
function Difference({
  of: { difference },
  isSignatureWrong,
}: Pick<ComparedProps, 'of'> & { isSignatureWrong: boolean }) {
  const { t } = useWords(partnerRequestWords)
  if (difference === null)
    return (
      <p className={classes.note}>
        {t('signing.same')} {isSignatureWrong && t('signing.sameWrong')}
      </p>
    )
  const { line, lineNumber, column, ours, theirs } = difference
  return (
    <Section title={t('signing.different', { line: lineNumber, column })}>
      <p className={classes.hint}>{t(line === 'end' ? 'signing.end' : `signing.say.${line}`)}</p>
      <dl className={classes.both}>
        <Side label={t('signing.us')}>{marked(ours, column, t('signing.none'), t('signing.empty'))}</Side>
        <Side label={t('signing.them')}>{marked(theirs, column, t('signing.none'), t('signing.empty'))}</Side>
      </dl>
    </Section>
  )
}

const Side = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** @param column position of the first different character, from 1, in characters */
function marked(line: string | null, column: number, none: string, empty: string): ReactNode {
  if (line === null) return none
  if (line === '') return empty
  const characters = [...line]
  return (
    <code>
      {characters.slice(0, column - 1).join('')}
      <mark className={classes.mark}>{characters.slice(column - 1).join('')}</mark>
    </code>
  )
}
