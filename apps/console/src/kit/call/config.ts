import type { RuntimeConfig } from '@kabao/contract/runtime-config'

let config: RuntimeConfig = {
  apiBase: '',
  settings: false,
  demo: false,
  links: { designSystem: '', faq: '' },
}

/** Reads what the deployment says of itself; called once, before anything is rendered. */
export async function loadConfig(): Promise<void> {
  const response = await fetch('/config.json')
  if (response.ok) config = { ...config, ...((await response.json()) as Partial<RuntimeConfig>) }
}

/** What `/config.json` says; the defaults of production where it said nothing. */
export const runtimeConfig = (): RuntimeConfig => config
