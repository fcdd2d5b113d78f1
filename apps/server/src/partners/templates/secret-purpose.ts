/** What the secrets of templates are encrypted for in `org_secret`. */
export const secretPurpose = 'org.secret'
/** What the secrets are encrypted for that older versions keep in `org`; nothing reads them. */
export const pushSecretPurpose = 'org.pushSecret'
