import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { Repository } from 'typeorm'
import { SessionEntity } from './entities/session.entity.js'

const hour = 60 * 60 * 1000

/** The session of the token, if it is valid and its account enabled. Kabao also reads the roles here; the peer does not. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(@InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const token = context.switchToHttp().getRequest<IncomingMessage>().headers.token
    if (typeof token !== 'string') throw new UnauthorizedException()
    const now = Date.now()
    const session = await this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.admin', 'admin', 'admin.status = :status', { status: 'enabled' })
      .where('session.tokenHash = :hash', { hash: createHash('sha256').update(token).digest() })
      .andWhere('session.lastSeenAt > :idle', { idle: new Date(now - 2 * hour) })
      .andWhere('session.createdAt > :absolute', { absolute: new Date(now - 12 * hour) })
      .getOne()
    if (!session) throw new UnauthorizedException()
    return true
  }
}
