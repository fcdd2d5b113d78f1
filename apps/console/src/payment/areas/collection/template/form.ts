import type { PaymentTemplate } from '@kabao/contract/payment/payment-template'
import type { FormAt } from '#partners'

/** A payment template while it is typed. */
export interface TemplateForm extends FormAt {
  template: PaymentTemplate
}
