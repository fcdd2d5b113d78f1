/* What other modules may use of this one. */

export { default as CheckKeyButton } from './check-key/check-key-button.tsx'
export { GuidePage } from './guide/guide-page.tsx'
export { OverlapField } from './previous-secret/overlap-field.tsx'
export { PreviousSecrets } from './previous-secret/previous-secrets.tsx'
export { partnerAddress } from './requests/partner-address.ts'
export { PartnerPage } from './requests/partner-page.tsx'
export { RequestsPage } from './requests/requests-page.tsx'
export { SigningPage } from './requests/signing-page.tsx'
export { CodeField } from './template/code-field.tsx'
export { TemplatePreview } from './template/preview.tsx'
