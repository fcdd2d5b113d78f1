import { readFileSync, writeFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { at } from '../lib/paths.mjs'

/** The rules of the alerts as the Prometheus operator takes them. */
export const rulesFile = 'deploy/kustomize/components/monitoring/rules.yaml'

/** @returns the text of `rulesFile`, made of `deploy/observability/alerts.yaml` */
export function kubernetesRules() {
  const { groups } = parse(readFileSync(at('deploy/observability/alerts.yaml'), 'utf8'))
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'kabao' },
    spec: { groups },
  }
  return `# Made of deploy/observability/alerts.yaml by: node scripts/observability/kubernetes-rules.mjs\n${stringify(rule)}`
}

if (import.meta.filename === process.argv[1]) writeFileSync(at(rulesFile), kubernetesRules())
