/** What the secrets of templates are encrypted for in `org_secret`. */
export const secretPlace = 'org.secret'
