import { secondFactorWords } from '@kabao/contract/access/second-factor.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { useNavigate, useSearchParams } from 'react-router'
import { SetUp } from '#access'
import { Alert, Page, updateUser, useWords } from '#kit'
import { nextAddress } from '../guard/addresses.ts'
import { fetchMenu } from '../guard/menu-fetch.ts'
import classes from './second-factor.module.css'

/** Sets up the second factor; an administrator whose role requires it is sent here from every page. */
export default function SecondFactorPage() {
  const { t } = useWords(secondFactorWords)
  const { t: title } = useWords(menuWords)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const goOn = () => {
    updateUser({ mustSetUpSecondFactor: undefined })
    void fetchMenu()
    void navigate(nextAddress(search))
  }
  return (
    <Page title={title('secondFactor')}>
      <Alert color="orange" className={classes.must}>
        {t('off.required')}
      </Alert>
      <SetUp onDone={goOn} />
    </Page>
  )
}
