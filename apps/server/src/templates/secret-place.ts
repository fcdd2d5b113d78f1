/** What the secrets of templates are encrypted for in `org_secret`. */
export const secretPlace = 'org.secret'
/** What the secret is encrypted for with which an organisation signs its pushes, in `org`. */
export const pushSecretPlace = 'org.pushSecret'
