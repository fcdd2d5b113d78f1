import { loginWords } from '@kabao/contract/access/login.words'
import { inLanguage } from '@kabao/contract/kernel/language'
import { setting } from '@kabao/contract/operations/setting'
import { AnswersProvider, Button, Modal, useAnswer, useWords } from '#kit'
import classes from './login.module.css'

/** Says whom to ask for a new password or a new account (docs/specification/sign-in.md). */
export default function Help(props: HelpProps) {
  return (
    <AnswersProvider>
      <HelpDialog {...props} />
    </AnswersProvider>
  )
}

interface HelpProps {
  about: 'forgot' | 'register'
  onClose: () => void
}

function HelpDialog({ about, onClose }: HelpProps) {
  const { t, language } = useWords(loginWords)
  const { data } = useAnswer(setting.open)
  const contact = inLanguage(data?.['login.contactText'] ?? ['', ''], language)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(about === 'forgot' ? 'form.forgetPassword' : 'form.register')}
      closeButtonProps={{ 'aria-label': t('help.close') }}
    >
      <p className={classes.help}>{t(about === 'forgot' ? 'help.forgot' : 'help.register')}</p>
      {contact !== '' && <p className={classes.contact}>{contact}</p>}
      <div className={classes.helpActions}>
        <Button onClick={onClose}>{t('help.close')}</Button>
      </div>
    </Modal>
  )
}
