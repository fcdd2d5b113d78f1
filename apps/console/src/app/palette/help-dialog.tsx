import { paletteWords } from '@kabao/contract/app/palette.words'
import { Fragment } from 'react'
import { Modal, useWords } from '#kit'
import classes from './palette.module.css'
import { closePanel } from './palette-store.ts'
import { keyName, shortcutGroups } from './shortcuts.ts'

/** Lists every shortcut. */
export default function HelpDialog() {
  const { t } = useWords(paletteWords)
  return (
    <Modal
      opened
      onClose={closePanel}
      returnFocus={false}
      size={480}
      title={t('action.shortcuts')}
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
    >
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title} className={classes.shortcuts}>
          <h3>{t(title)}</h3>
          <dl>
            {shortcuts.map(({ what, keys }) => (
              <div key={what}>
                <dt>{t(what)}</dt>
                <dd>
                  {keys.map((set, index) => (
                    <Fragment key={set.join()}>
                      {index > 0 && ' / '}
                      {set.map((key) => (
                        <kbd key={key}>{keyName(key)}</kbd>
                      ))}
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
