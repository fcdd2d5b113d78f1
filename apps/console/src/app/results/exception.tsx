import { exceptionWords } from '@kabao/contract/kernel/result.words'
import { useLocation } from 'react-router'
import { Breadcrumb, Button, Picture, useWords } from '#kit'
import { nameOf } from '../client-menu.ts'
import classes from './results.module.css'
import { useBack } from './use-back.ts'

type Code = '403' | '404' | '500'
const pictures = { '403': 'refused', '404': 'notFound', '500': 'broken' } as const

/** The page for 403, 404 or 500; the address says which. */
export default function ExceptionPage() {
  const { t } = useWords(exceptionWords)
  const { pathname } = useLocation()
  const back = useBack()
  const code = nameOf(pathname) as Code
  return (
    <div className={classes.page}>
      <Breadcrumb keys={['menu.exception', `menu.exception.${code}`]} />
      <section className={classes.exception}>
        <Picture name={pictures[code]} />
        <h1 className={classes.code}>{code}</h1>
        <p className={classes.subTitle}>{t(`${code}.description`)}</p>
        <div className={classes.buttons}>
          {code === '404' && (
            <Button variant="default" onClick={() => window.location.reload()}>
              {t('retry')}
            </Button>
          )}
          <Button onClick={back}>{t('back')}</Button>
        </div>
      </section>
    </div>
  )
}
