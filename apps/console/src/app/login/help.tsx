import { loginWords } from '@kabao/contract/login.words'
import { Button, Modal, useWords } from '#kit'
import classes from './login.module.css'

/** Whom to ask for a new password or a new account (decision 12). */
export default function Help({ about, onClose }: { about: 'forgot' | 'register'; onClose: () => void }) {
  const { t } = useWords(loginWords)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(about === 'forgot' ? 'form.forgetPassword' : 'form.register')}
      closeButtonProps={{ 'aria-label': t('help.close') }}
    >
      <p className={classes.help}>{t(about === 'forgot' ? 'help.forgot' : 'help.register')}</p>
      <div className={classes.helpActions}>
        <Button onClick={onClose}>{t('help.close')}</Button>
      </div>
    </Modal>
  )
}
