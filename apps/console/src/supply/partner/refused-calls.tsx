import type { OpenRequestCalls } from '@kabao/contract/partners/open-request'
import { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { Link } from 'react-router'
import { Anchor, Badge, Can, formatInstant, useAnswer, useWords } from '#kit'
import { callName } from '#partners'
import { Part } from './part.tsx'
import classes from './partner-page.module.css'

interface CallsProps {
  calls: OpenRequestCalls
  id: string
  /** The address of the page with all of its requests. */
  page: string
}

/** The latest requests of a partner that were refused, each a link to what was sent and answered. */
export default function RefusedCalls(props: CallsProps) {
  return (
    <Can use={props.calls.requests}>
      <Refused {...props} />
    </Can>
  )
}

function Refused({ calls, id, page }: CallsProps) {
  const { t, language } = useWords(partnerPageWords)
  const { t: word } = useWords(partnerRequestWords)
  const answer = useAnswer(calls.requests, {
    params: { id },
    body: { result: 'refused', current: 1, size: 5 },
  })
  const address = `${page}&result=refused`
  return (
    <Part title={t('calls.title')} more={address} answer={answer} waiting={6}>
      {({ records }) =>
        records.length === 0 ? (
          <p className={classes.none}>{t('calls.none')}</p>
        ) : (
          <ul className={classes.rows}>
            {records.map((row) => (
              <li key={row.id}>
                <Anchor component={Link} to={`${address}&open=${row.id}`}>
                  {callName(row.call, language)}
                </Anchor>
                <Badge color="red">{row.code}</Badge>
                <span className={classes.aside}>
                  {[row.fault && word(`fault.${row.fault}`), formatInstant(row.at, language)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  )
}
