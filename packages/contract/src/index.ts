export * from './envelope.ts'
export * from './kernel.ts'
export * from './language.ts'
export * from './problems.ts'
