import { admin } from '@kabao/contract/access/admin'
import { pathOfPage } from '@kabao/contract/app/menu'
import { errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { user } from '@kabao/contract/users/user'
import { Link } from 'react-router'
import { Anchor, formatInstant, Skeleton, useAnswer, usePermission, useWords } from '#kit'
import classes from './detail.module.css'

/** The people to whom an error happened, each a drill-down to the user list or to the administrators. */
export function AffectedPeople({ id }: { id: string }) {
  const { t, language } = useWords(errorEventWords)
  const may = { user: usePermission(user.get), admin: usePermission(admin.page) }
  const { data } = useAnswer(errorEvent.people, { params: { id } })
  return (
    <section>
      <h3 className={classes.heading}>{t('detail.people')}</h3>
      {!data && <Skeleton count={2} />}
      {data?.length === 0 && <p className={classes.hint}>{t('detail.noPeople')}</p>}
      <ul className={classes.rows}>
        {data?.map((person) => {
          const name = [person.name ?? `#${person.id}`, person.phone].filter(Boolean).join(' ')
          const page = person.kind === 'user' ? 'UserList' : 'AdminList'
          return (
            <li key={`${person.kind}-${person.id}`}>
              {may[person.kind] ? (
                <Anchor component={Link} to={`${pathOfPage(page)}?open=${person.id}`}>
                  {name}
                </Anchor>
              ) : (
                <span>{name}</span>
              )}
              <span className={classes.aside}>{formatInstant(person.firstAt, language)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
