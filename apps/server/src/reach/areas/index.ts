export { default as notice } from './notice/index.ts'
export { default as postback } from './postback/index.ts'
export { default as webhook } from './webhook/index.ts'
