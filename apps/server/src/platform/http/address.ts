import { normalIp } from '@kabao/contract/kernel/ip'
import type { FastifyRequest } from 'fastify'

/** The address of a caller in its normal form: a socket that listens on IPv6 shows an IPv4 caller as `::ffff:203.0.113.7`. */
export const addressOf = ({ ip }: FastifyRequest): string => normalIp(ip) ?? ip
