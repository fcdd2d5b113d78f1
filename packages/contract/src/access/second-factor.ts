import * as z from 'zod'
import { codes } from '../kernel/envelope.ts'
import { area, instant } from '../kernel/kernel.ts'

/** A typed code: six digits of the authenticator, or a recovery code, with any spaces and hyphens. */
export const secondFactorCode = z
  .string('required')
  .max(40, 'oneTimeCode')
  .transform((value) => value.replace(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^(\d{6}|[A-Z2-9]{10})$/, 'oneTimeCode'),
  )

/** A password is taken as typed, never trimmed. */
const password = z.string('required').min(1, 'required').max(128, 'tooLong')

const recoveryCodes = z.object({
  /** Shown only once, because only hashes are stored. */
  recoveryCodes: z.array(z.string()),
})
recoveryCodes.register(z.globalRegistry, { id: 'RecoveryCodes' })

export const secondFactor = area('secondFactor', {
  status: {
    method: 'GET',
    path: '/second-factor',
    kind: 'read',
    access: 'signedIn',
    summary: ['自己的两步验证', 'Your own two-step verification'],
    answer: z.object({
      isOn: z.boolean(),
      /** Whether one of the caller's roles requires it. */
      isRequired: z.boolean(),
      confirmedAt: instant.nullable(),
      recoveryCodesLeft: z.int(),
    }),
  },
  setUp: {
    method: 'POST',
    path: '/second-factor/set-up',
    kind: 'write',
    access: 'signedIn',
    keyed: false,
    refuses: [codes.tooManyRequests],
    summary: ['开始设置两步验证', 'Start setting up two-step verification'],
    body: z.strictObject({ password }),
    answer: z.object({
      /** Base32, for users who cannot scan the QR code. Shown until it is confirmed, and never again. */
      secret: z.string(),
      /** `otpauth://…`, the content of the QR code. */
      uri: z.string(),
    }),
  },
  confirm: {
    method: 'POST',
    path: '/second-factor/confirm',
    kind: 'write',
    affects: ['secondFactor', 'admin'],
    access: 'signedIn',
    keyed: false,
    refuses: [codes.tooManyRequests],
    summary: ['确认并开启两步验证', 'Confirm and turn on two-step verification'],
    body: z.strictObject({ code: secondFactorCode }),
    answer: recoveryCodes,
  },
  renewCodes: {
    method: 'POST',
    path: '/second-factor/recovery-codes',
    kind: 'write',
    access: 'signedIn',
    keyed: false,
    refuses: [codes.tooManyRequests],
    summary: ['重新生成恢复码', 'Generate new recovery codes'],
    body: z.strictObject({ password, code: secondFactorCode }),
    answer: recoveryCodes,
  },
  turnOff: {
    method: 'POST',
    path: '/second-factor/turn-off',
    kind: 'write',
    affects: ['secondFactor', 'admin'],
    access: 'signedIn',
    keyed: false,
    refuses: [codes.tooManyRequests],
    summary: ['关闭两步验证', 'Turn off two-step verification'],
    body: z.strictObject({ password, code: secondFactorCode }),
    answer: z.null(),
  },
  reset: {
    method: 'POST',
    path: '/admin/{id}/second-factor/reset',
    kind: 'write',
    byPerson: true,
    affects: ['secondFactor', 'admin'],
    summary: ['重置他人的两步验证', 'Reset another administrator’s two-step verification'],
    answer: z.null(),
  },
})
