/* What other modules may use of this one. */
export { PasswordForm } from './areas/account/password/form.tsx'
export { SetUp } from './areas/account/second-factor/set-up.tsx'
