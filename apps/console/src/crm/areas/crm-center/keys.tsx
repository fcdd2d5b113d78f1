import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import { Modal, useWords } from '#kit'
import classes from './desk.module.css'

const keys = [
  ['next', 'j ↓'],
  ['previous', 'k ↑'],
  ['detail', 'Enter'],
  ['follow', 'f'],
  ['choose', '1–5'],
  ['save', 'Ctrl/⌘ Enter'],
  ['call', 'c'],
  ['back', 'Esc'],
  ['help', '?'],
] as const

/** The keys of the desk. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const { t } = useWords(crmCenterWords)
  return (
    <Modal opened onClose={onClose} title={t('keys.title')}>
      <dl className={classes.keys}>
        {keys.map(([name, written]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {written.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
