/* What other modules may use of this one. */

export { default as ApiKeys } from './api-key/api-keys.tsx'
export { useMakeKey } from './api-key/use-make-key.tsx'
export { default as CheckKeyButton } from './check-key/check-key-button.tsx'
export { GuidePage } from './guide/guide-page.tsx'
export { OverlapField } from './previous-secret/overlap-field.tsx'
export { PreviousSecrets } from './previous-secret/previous-secrets.tsx'
export { callName } from './requests/call-names.ts'
export { partnerAddress } from './requests/partner-address.ts'
export { PartnerPage } from './requests/partner-page.tsx'
export { PartnerTabs } from './requests/partner-tabs.tsx'
export { RequestsPage } from './requests/requests-page.tsx'
export { SigningPage } from './requests/signing-page.tsx'
export { CallSides, messageText } from './template/call-sides.tsx'
export { FieldHelp } from './template/field-help.tsx'
export { ChoiceAt, CodeAt, NumberAt, SecretAt, SwitchAt, TagsAt, TextAt } from './template/fields.tsx'
export {
  type FormAt,
  type ReadTemplate,
  readTemplate,
  valueAt,
  withValue,
  writeTemplate,
} from './template/form-at.ts'
export { HeaderRows, RuleRows, SecretRows } from './template/list-parts.tsx'
export { TemplatePreview } from './template/preview.tsx'
export { Rows } from './template/rows.tsx'
export { SecretValue, type SecretValues } from './template/secret-value.tsx'
export { ShownText } from './template/shown-text.tsx'
export { SignParts } from './template/sign-parts.tsx'
export { TrialView } from './template/trial-view.tsx'
export { inTemplate, usePreview } from './template/use-preview.ts'
