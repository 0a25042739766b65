// The name of a tool as a link to its page.
import { Link } from '@tanstack/react-router';

interface Props {
  id: number;
  name: string;
  title?: string;
  className?: string;
}

export const ToolName = ({ id, name, title, className = '' }: Props) => (
  <Link
    to="/tools/$toolId"
    params={{ toolId: String(id) }}
    title={title}
    className={`underline-offset-4 hover:underline ${className}`}
  >
    <bdi>{name}</bdi>
  </Link>
);
