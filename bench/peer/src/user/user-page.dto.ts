import {
  IsDateString,
  IsIn,
  IsInt,
  IsNumberString,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator'

export class UserPageDto {
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  current: number = 1

  @IsInt()
  @Min(1)
  @Max(200)
  size: number = 20

  @IsIn(['createdAt', '-createdAt', 'lastActiveAt', '-lastActiveAt'])
  sort: string = '-createdAt'

  @IsOptional()
  @Matches(/^1[3-9]\d{9}$/)
  phone?: string

  @IsOptional()
  @IsString()
  @MaxLength(40)
  name?: string

  @IsOptional()
  @Matches(/^[1-9]\d{5}$/)
  cityCode?: string

  @IsOptional()
  @IsNumberString()
  channelId?: string

  @IsOptional()
  @IsIn(['full', 'half', 'uv', 'city'])
  flow?: string

  @IsOptional()
  @IsIn(['registered', 'profiled', 'matched', 'pushed', 'accepted', 'rejected', 'deleted'])
  status?: string

  @IsOptional()
  @IsIn(['low', 'medium', 'high'])
  riskLevel?: string

  @IsOptional()
  @IsDateString()
  createdFrom?: string

  @IsOptional()
  @IsDateString()
  createdTo?: string
}
