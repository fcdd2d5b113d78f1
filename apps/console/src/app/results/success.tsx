import { successWords } from '@kabao/contract/kernel/result.words'
import { useNavigate } from 'react-router'
import { Breadcrumb, Button, IconCircleCheckFilled, useWords } from '#kit'
import classes from './results.module.css'

/** The second step is the current one (docs/specification/other-pages.md). */
const steps = [
  ['submitApplication', 'done', null],
  ['leaderReview', 'current', 'processing'],
  ['purchaseCertificate', 'waiting', 'waiting'],
  ['safetyTest', 'waiting', 'waiting'],
  ['launched', 'waiting', 'waiting'],
] as const

/** The result page for a form that was sent. */
export default function SuccessPage() {
  const { t } = useWords(successWords)
  const navigate = useNavigate()
  return (
    <div className={classes.page}>
      <Breadcrumb keys={['menu.result', 'menu.result.success']} />
      <section className={classes.panel}>
        <div className={classes.result}>
          <IconCircleCheckFilled size={56} className={classes.success} aria-hidden />
          <h1 className={classes.title}>{t('result.title')}</h1>
          <p className={classes.subTitle}>{t('result.subTitle')}</p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => window.print()}>
              {t('result.printResult')}
            </Button>
            <Button onClick={() => void navigate('/home')}>{t('result.projectList')}</Button>
          </div>
        </div>
        <div className={classes.below}>
          <h2 className={classes.heading}>{t('result.progress')}</h2>
          <ol className={classes.steps}>
            {steps.map(([key, state, text]) => (
              <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
                <span className={classes.stepTitle}>{t(key)}</span>
                <span className={classes.stepText}>{text ? t(text) : '2020/10/10 14:00:39'}</span>
              </li>
            ))}
          </ol>
        </div>
      </section>
    </div>
  )
}
