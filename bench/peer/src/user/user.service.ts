import { Injectable } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { And, type FindOptionsWhere, LessThan, Like, MoreThanOrEqual, Repository } from 'typeorm'
import { UserEntity } from '../entities/user.entity.js'
import { toRow } from './user.mapper.js'
import type { UserPageDto } from './user-page.dto.js'

/** The tuned variant: it counts like Kabao, and reads only the columns that the list shows. */
const isTuned = process.env.PEER_VARIANT === 'tuned'
const shown = {
  id: true,
  phone: true,
  name: true,
  gender: true,
  birthday: true,
  cityCode: true,
  channelId: true,
  channel: { id: true, name: true },
  flow: true,
  status: true,
  riskLevel: true,
  lastActiveAt: true,
  createdAt: true,
} as const
const mostCounted = 10_001
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })

@Injectable()
export class UserService {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async page(query: UserPageDto) {
    const [rows, total] = isTuned
      ? await Promise.all([
          this.users.find({ ...this.options(query), select: shown }),
          this.countCapped(query),
        ])
      : await this.users.findAndCount(this.options(query))
    const today = dayFormat.format(new Date())
    return { records: rows.map((row) => toRow(row, today)), total, current: query.current, size: query.size }
  }

  private options(query: UserPageDto) {
    const direction = query.sort.startsWith('-') ? 'DESC' : 'ASC'
    const key = query.sort.replace('-', '') as 'createdAt' | 'lastActiveAt'
    return {
      where: this.where(query),
      relations: { channel: true },
      order: { [key]: direction, id: direction },
      skip: (query.current - 1) * query.size,
      take: query.size,
    } as const
  }

  private where(query: UserPageDto): FindOptionsWhere<UserEntity> {
    const { phone, name, cityCode, channelId, flow, status, riskLevel, createdFrom, createdTo } = query
    return {
      ...(phone && { phone }),
      ...(name && { name }),
      ...(cityCode && { cityCode: Like(`${cityCode.replace(/0000$|00$/, '')}%`) }),
      ...(channelId && { channelId }),
      ...(flow && { flow }),
      ...(status && { status }),
      ...(riskLevel && { riskLevel }),
      ...((createdFrom || createdTo) && {
        createdAt: And(
          ...(createdFrom ? [MoreThanOrEqual(new Date(createdFrom))] : []),
          ...(createdTo ? [LessThan(new Date(createdTo))] : []),
        ),
      }),
    }
  }

  /** The count up to 10,001, like Kabao, but without Kabao's cache for large lists. */
  private async countCapped(query: UserPageDto): Promise<number> {
    const matching = this.users
      .createQueryBuilder('user')
      .select('1')
      .where(this.where(query))
      .limit(mostCounted)
    const counted = await this.users.manager
      .createQueryBuilder()
      .select('count(*)::int', 'count')
      .from(`(${matching.getQuery()})`, 'matching')
      .setParameters(matching.getParameters())
      .getRawOne<{ count: number }>()
    return counted?.count ?? 0
  }
}
