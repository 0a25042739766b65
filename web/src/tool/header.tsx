// The head of a tool's page: its name, where it belongs, its website and its age.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { Link } from '@tanstack/react-router';
import { Named, WebsiteLink } from '../components/text.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { useI18n } from '../lib/i18n.tsx';

export function ToolHeader({ tool }: { tool: ToolWithStats }) {
  const { t, format } = useI18n();
  const added = format.date(tool.createdAt);
  return (
    <div className="flex items-start gap-4">
      <ToolIcon name={tool.name} url={tool.iconUrl} size={56} />
      <div className="min-w-0">
        <h1 className="text-2xl leading-tight font-semibold tracking-tight">
          <Named>{tool.name}</Named>
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <Link to="/" search={{ category: tool.category }} className="text-accent underline-offset-4 hover:underline">
            <bdi>{tool.category}</bdi>
          </Link>
          <WebsiteLink url={tool.websiteUrl} />
          <span>{tool.createdBy ? t.tool.addedBy(added, tool.createdBy) : t.tool.added(added)}</span>
        </p>
      </div>
    </div>
  );
}
