/* The areas of this module, one line for each. */
export { default as accessToken } from './access-token/index.ts'
export { default as account } from './account/index.ts'
export { default as admin } from './admin/index.ts'
export { default as loginLog } from './login-log/index.ts'
export { default as role } from './role/index.ts'
export { default as secondFactor } from './second-factor/index.ts'
export { default as session } from './session/index.ts'
export { default as sso } from './sso/index.ts'
