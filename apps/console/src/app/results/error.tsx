import { errorWords } from '@kabao/contract/kernel/result.words'
import { useNavigate } from 'react-router'
import { Breadcrumb, Button, IconCircleXFilled, IconLink, useWords } from '#kit'
import classes from './results.module.css'
import { hasPrevious, useBack } from './use-back.ts'

/** The result page for a form that could not be sent. */
export default function ErrorPage() {
  const { t } = useWords(errorWords)
  const navigate = useNavigate()
  const back = useBack()
  return (
    <div className={classes.page}>
      <Breadcrumb keys={['menu.result', 'menu.result.error']} />
      <section className={classes.panel}>
        <div className={classes.result}>
          <IconCircleXFilled size={56} className={classes.error} aria-hidden />
          <h1 className={classes.title}>{t('result.title')}</h1>
          <p className={classes.subTitle}>{t('result.subTitle')}</p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => void navigate('/home')}>
              {t('result.goBack')}
            </Button>
            <Button onClick={() => (hasPrevious() ? back() : window.location.reload())}>
              {t('result.retry')}
            </Button>
          </div>
        </div>
        <div className={classes.below}>
          <h2 className={classes.heading}>{t('detailTitle')}</h2>
          <ol className={classes.details}>
            <li>
              {t('detailLine.record')}
              <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
                <IconLink size={14} aria-hidden />
                {t('detailLine.record.link')}
              </a>
            </li>
            <li>{t('detailLine.auth')}</li>
          </ol>
        </div>
      </section>
    </div>
  )
}
