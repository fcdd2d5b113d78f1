import { secondFactor as area } from '@kabao/contract/access/second-factor'
import { special } from '../special.ts'

export const secondFactor = special(area, {
  calls: {
    status: () => ({ isOn: false, isRequired: false, confirmedAt: null, recoveryCodesLeft: 0 }),
  },
})
