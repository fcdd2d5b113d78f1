import { account } from '@kabao/contract/access/account'
import { accountWords } from '@kabao/contract/access/account.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  Avatar,
  Badge,
  Button,
  Failure,
  formatInstant,
  IconEdit,
  Loader,
  Page,
  useAnswer,
  useWords,
} from '#kit'
import classes from './center.module.css'

const ProfileDialog = lazy(() => import('./profile-dialog.tsx'))

/** The administrator's own profile, to read and to edit. */
export default memo(function CenterPage() {
  const { t, language } = useWords(accountWords)
  const { t: title } = useWords(menuWords)
  const { data: profile, error, refetch } = useAnswer(account.profile)
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Page
      title={title('userCenter')}
      actions={
        <Button
          leftSection={<IconEdit size={14} aria-hidden />}
          disabled={!profile}
          onClick={() => setIsEditing(true)}
        >
          {t('profile.edit')}
        </Button>
      }
    >
      {error && !profile && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !profile && <Loader size="sm" />}
      {profile && (
        <>
          <div className={classes.head}>
            <Avatar name={profile.name} fileId={profile.avatarFileId} size={64} />
            <div>
              <p className={classes.name}>{profile.name}</p>
              <p className={classes.roles}>
                {profile.roles.map(({ code, name }) => (
                  <Badge key={code} color="arcoblue">
                    {name}
                  </Badge>
                ))}
              </p>
            </div>
          </div>
          <dl className={classes.facts}>
            <Fact label={t('profile.username')}>{profile.username}</Fact>
            <Fact label={t('profile.phone')}>{profile.phone}</Fact>
            <Fact label={t('profile.email')}>{profile.email}</Fact>
            <Fact label={t('profile.lastLogin')}>
              {profile.lastLoginAt === null
                ? t('profile.never')
                : `${formatInstant(profile.lastLoginAt, language)} · ${profile.lastLoginIp}`}
            </Fact>
            <Fact label={t('profile.createdAt')}>{formatInstant(profile.createdAt, language)}</Fact>
          </dl>
          <Link className={classes.link} to="/user-settings">
            {t('profile.security')}
          </Link>
        </>
      )}
      <Suspense>
        {isEditing && profile && <ProfileDialog profile={profile} onClose={() => setIsEditing(false)} />}
      </Suspense>
    </Page>
  )
})

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children || '–'}</dd>
  </div>
)
