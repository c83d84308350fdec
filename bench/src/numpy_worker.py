# Takes requests on standard input, one answer a line on standard output: `version`; `prepare` and two lines, the setup
# (with tabs between its lines) and the statement; `run N`, answered by the seconds that N repetitions took.
import sys
import timeit

import numpy

timer = None
for request in sys.stdin:
    request = request.strip()
    if request == "version":
        print(f"NumPy {numpy.__version__}, Python {sys.version.split()[0]}")
    elif request == "prepare":
        # The old data goes before the new comes.
        timer = None
        scope = {"np": numpy}
        exec(sys.stdin.readline().strip().replace("\t", "\n"), scope)
        timer = timeit.Timer(sys.stdin.readline().strip(), globals=scope)
        print("ready")
    else:
        print(timer.timeit(int(request.split()[1])))
