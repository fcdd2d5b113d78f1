import { document } from '../kernel/area-document.ts'
import { secondFactor } from './second-factor.ts'

export const secondFactorDocument = document(
  secondFactor,
  ['两步验证', 'Two-step verification'],
  {
    setUp: { password: 'correct horse 1' },
    confirm: { code: '123456' },
    renewCodes: { password: 'correct horse 1', code: '123456' },
    turnOff: { password: 'correct horse 1', code: '123456' },
  },
  [[/./, 'the caller’s own proof']],
)
