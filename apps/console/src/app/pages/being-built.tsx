import { frameWords } from '@kabao/contract/app/frame.words'
import { useLocation } from 'react-router'
import { Page, Picture, translate, useWords } from '#kit'
import { entryOf, nameOf } from '../client-menu.ts'
import classes from './pages.module.css'

/** Shown for a page that is being built; a line in `areas.ts` replaces it. */
export default function BeingBuilt() {
  const { t } = useWords(frameWords)
  const { pathname } = useLocation()
  const entry = entryOf(nameOf(pathname))
  if (!entry) return null
  const area = translate(entry.title)
  return (
    <Page title={area}>
      <div className={classes.building}>
        <Picture name="building" />
        <h2>{t('building.title', { area })}</h2>
        <p>{t('building.text')}</p>
      </div>
    </Page>
  )
}
